/** Why the server cannot start, in words for whoever started it: printed without a stack, exit code 1. */
export class StartupError extends Error {}
