// The one fault that stops a start; a command that opens a database meets it too.

/** Its message is one line that names the next move. */
export class StartFault extends Error {}
