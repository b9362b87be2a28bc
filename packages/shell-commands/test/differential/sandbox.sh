# Builds an empty system in the folder $1 and runs the driver $3 with the Node $2 in it. Runs as root of its own namespaces.
set -eu
root=$1
mount -t tmpfs -o size=256m tmpfs "$root"
mkdir -p "$root"/usr/bin "$root"/usr/lib "$root"/lib64 "$root"/dev "$root"/proc "$root"/w "$root"/log "$root"/home "$root"/tmp
mount --rbind /usr/lib "$root"/usr/lib
if [ -d /lib64 ]; then mount --rbind /lib64 "$root"/lib64; fi
ln -s usr/lib "$root"/lib
ln -s usr/bin "$root"/bin
for device in null zero; do
  touch "$root"/dev/$device
  mount --bind /dev/$device "$root"/dev/$device
done
ln -s /proc/self/fd "$root"/dev/fd
mount -t proc proc "$root"/proc
for program in bash dash env nice nohup timeout xargs find setsid time touch tee mkdir cp; do
  path=$(command -v $program 2>/dev/null || true)
  case $path in /*) cp -L "$path" "$root"/usr/bin/$program ;; esac
done
cp -L "$(command -v bash)" "$root"/usr/bin/bash
if [ -x /usr/bin/time ]; then cp /usr/bin/time "$root"/usr/bin/time; fi
ln -s dash "$root"/usr/bin/sh
cat >"$root"/usr/bin/stub <<'STUB'
#!/bin/dash
printf '%s\0' "$PWD" "$0" "$#" "$@" >>/log/runs
echo 'f1 a b'
case $0 in */no) exit 1 ;; esac
STUB
chmod +x "$root"/usr/bin/stub
for name in c1 c2 c3 git no cat; do ln "$root"/usr/bin/stub "$root"/usr/bin/$name; done
touch "$root"/node "$root"/driver.ts
mount --bind "$2" "$root"/node
mount --bind "$3" "$root"/driver.ts
for folder in w log home tmp; do mount --bind "$root"/$folder "$root"/$folder; done
mount -o remount,ro,bind "$root"/usr/lib
mount -o remount,ro,bind "$root"
exec chroot "$root" /node /driver.ts
