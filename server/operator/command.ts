import * as v from 'valibot'
import type { Connection } from '#server/database/connect.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { RecordAudit } from './auditLog.ts'

/** The database and folders of the commands. */
export interface OperatorContext {
  connection: Connection
  /** the current time */
  clock: () => Date
  /** the data folder */
  dataDir: string
  /** the operator's films and pictures */
  storage: Storage
  /** whether TMDB's content may be used */
  mayUseTmdb: boolean
}

/** A running command. */
export interface CommandCall {
  /** the file that the command reads, as it arrives */
  file: ReadableStream<Uint8Array> | undefined
  /** Writes changes into the audit log, in their own transaction. */
  audit: RecordAudit
  /** Tells the operator about progress and refused rows while the command runs. */
  report(event: object): void
}

/** A command of the operator's program. Throws a `CommandError` for input that it does not accept. */
export type Command = (context: OperatorContext, input: unknown, call: CommandCall) => Promise<object>

/** Why a command cannot be carried out, in one line for the operator. */
export class CommandError extends Error {}

/** Makes a command that parses its input before it runs. */
export function defineCommand<Input>(
  schema: v.GenericSchema<unknown, Input>,
  run: (context: OperatorContext, input: Input, call: CommandCall) => Promise<object>,
): Command {
  return async (context, input, call) => {
    const read = v.safeParse(schema, input)
    if (read.success) return run(context, read.output, call)
    const reasons = read.issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '))
    throw new CommandError(reasons.join('; '))
  }
}
