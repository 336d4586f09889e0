// The task that does nothing: given to a pool, it makes it start a thread for those that wait.
export default function nothing(): void {}
