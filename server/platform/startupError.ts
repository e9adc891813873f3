/** Why the server cannot start, worded for the operator. Printed without a stack; the exit code is 1. */
export class StartupError extends Error {}
