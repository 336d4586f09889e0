// The task that does nothing: a pool that is given it starts a thread, for the tasks that wait.
export default function nothing(): void {}
