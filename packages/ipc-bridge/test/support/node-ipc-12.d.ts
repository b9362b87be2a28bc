// What official agents have of node-ipc: the version that they pin, under a name of its own beside ours.
declare module 'node-ipc-12' {
  export { IPCModule } from 'node-ipc';
}
