/** Text that builds the library `x.so`, which runs the probe when it is loaded. */
export const library = `echo '#include <stdlib.h>
  __attribute__((constructor)) static void f(void) { system("PROBE"); }' > x.c; gcc -shared -fPIC -o x.so x.c`;
