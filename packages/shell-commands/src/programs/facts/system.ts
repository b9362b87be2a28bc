import { anything, type NamedPrograms, named, plain } from '../named-programs.ts';

const anythingNames =
  'apt apt-get at batch brew crontab debugfs dpkg entr expect flock gdb hyperfine insmod iptables launchctl lldb ltrace mount nsenter open parallel perf pkexec powershell pwsh rlwrap screen script service start strace systemctl systemd-run tmux umount unshare useradd valgrind wsl xdg-open yum dnf';

const plainNames =
  'arch clear free getconf groups hostid id kill killall last locale logname lsblk lscpu mpstat nproc pbcopy pbpaste pgrep pidof printenv ps pstree sleep sw_vers tput tty uname uptime users vmstat w who whoami';

/** Programs that show or change the machine and its processes. */
export const systemPrograms: NamedPrograms = {
  ...named(anythingNames, anything),
  ...named(plainNames, plain),
  date: {
    values: '-d --date --rfc-3339',
    // These options set the clock.
    runs: '-s= --set=',
    reads: '-f -r --file --reference',
  },
  hostname: { reads: '-F --file' },
  pkill: { reads: '-F --pidfile' },
  // On macOS and BSD, -D can write a file with data about devices.
  lsof: { writesUnknown: '-D' },
};
