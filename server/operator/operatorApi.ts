import { Hono } from 'hono'
import { reportError } from '#server/platform/reportError.ts'
import { StorageError } from '#server/storage/storage.ts'
import { auditOf } from './auditLog.ts'
import { type Command, type CommandCall, CommandError, type OperatorContext } from './command.ts'
import { backupCommand } from './commands/backupCommand.ts'
import { makeCodesCommand } from './commands/codeCommands.ts'
import {
  createCollectionCommand,
  editCollectionFacts,
  listCollections,
  mergeCollectionCommand,
  removeCollectionCommand,
  setCollection,
  showCollection,
} from './commands/collectionCommands.ts'
import { hideComment, listReported } from './commands/commentCommands.ts'
import { changeChapters, checkFilmPlace, listFilms, putFilm, removeFilm } from './commands/filmCommands.ts'
import { importCommand } from './commands/importCommand.ts'
import { showLog } from './commands/logCommand.ts'
import { showMetrics } from './commands/metricsCommand.ts'
import { listOrders, noteRefund } from './commands/orderCommands.ts'
import {
  editPersonFacts,
  findPerson,
  mergePersonCommand,
  removePersonCommand,
  setPerson,
  showPerson,
} from './commands/personCommands.ts'
import { addPicture, listPictures, sweepPictureFiles, takePicture } from './commands/pictureCommands.ts'
import { listPlans, setPlan } from './commands/planCommands.ts'
import { answerRequest, listRequests, removeRequestCommand } from './commands/requestCommands.ts'
import { listSlides, removeSlide, setSlides } from './commands/slideshowCommands.ts'
import { listDueTitles } from './commands/sourceCommands.ts'
import { showStats } from './commands/statsCommand.ts'
import {
  editTitleFacts,
  findTitle,
  mergeTitleCommand,
  removeTitleCommand,
  setTitle,
  showTitle,
} from './commands/titleCommands.ts'
import {
  banUser,
  deleteUser,
  endPremium,
  findUser,
  givePremium,
  showUser,
  signOutUser,
} from './commands/userCommands.ts'

/** The operator's commands by name. */
const COMMANDS = {
  backup: backupCommand,
  import: importCommand,
  'source-due': listDueTitles,
  'film-place': checkFilmPlace,
  'film-put': putFilm,
  'film-list': listFilms,
  'film-remove': removeFilm,
  'film-chapters': changeChapters,
  'picture-add': addPicture,
  'picture-list': listPictures,
  'picture-remove': takePicture,
  'picture-sweep': sweepPictureFiles,
  'title-show': showTitle,
  'title-find': findTitle,
  'title-set': setTitle,
  'title-edit': editTitleFacts,
  'title-merge': mergeTitleCommand,
  'title-remove': removeTitleCommand,
  'person-find': findPerson,
  'person-show': showPerson,
  'person-edit': editPersonFacts,
  'person-set': setPerson,
  'person-merge': mergePersonCommand,
  'person-remove': removePersonCommand,
  collection: listCollections,
  'collection-show': showCollection,
  'collection-create': createCollectionCommand,
  'collection-edit': editCollectionFacts,
  'collection-set': setCollection,
  'collection-merge': mergeCollectionCommand,
  'collection-remove': removeCollectionCommand,
  slideshow: listSlides,
  'slideshow-set': setSlides,
  'slideshow-remove': removeSlide,
  requests: listRequests,
  'requests-answer': answerRequest,
  'requests-remove': removeRequestCommand,
  codes: makeCodesCommand,
  'comments-reported': listReported,
  'comments-hide': hideComment,
  metrics: showMetrics,
  stats: showStats,
  log: showLog,
  'user-find': findUser,
  'user-show': showUser,
  'user-sign-out': signOutUser,
  'user-ban': banUser,
  'user-give': givePremium,
  'user-end-premium': endPremium,
  'user-delete': deleteUser,
  plan: listPlans,
  'plan-set': setPlan,
  orders: listOrders,
  'orders-refund': noteRefund,
} satisfies Record<string, Command>
export type CommandName = keyof typeof COMMANDS

/** An event of a running command; the last one has its `result` or `error`. */
export type CommandEvent =
  | { progress: { rows: number } }
  | { refused: { line: number; reason: string } }
  | { result: Record<string, unknown> }
  | { error: string }

/**
 * The operator's commands over HTTP: `POST /{command}?input={JSON}&operator={account}` with the command's file as the body.
 * The answer is a stream of `CommandEvent`s, one JSON value per line.
 */
export function createOperatorApi(context: OperatorContext): Hono {
  const hono = new Hono()
  hono.post('/:command', (http) => {
    const name = http.req.param('command')
    if (!Object.hasOwn(COMMANDS, name)) return http.text(`There is no command ${name}`, 404)
    const command = COMMANDS[name as CommandName]
    const input = http.req.query('input') ?? '{}'
    const operator = http.req.query('operator') ?? ''
    const audit = auditOf({ operator, command: name, clock: context.clock })
    const events = eventsOf((call) => runCommand(context, command, { ...call, audit, input, file: http.req.raw.body }))
    return http.body(events, 200, { 'Content-Type': 'application/x-ndjson' })
  })
  return hono
}

interface RawCall extends Pick<CommandCall, 'report' | 'audit'> {
  input: string
  file: ReadableStream<Uint8Array> | null
}

async function runCommand(
  context: OperatorContext,
  command: Command,
  { input, file, ...call }: RawCall,
): Promise<CommandEvent> {
  try {
    const result = await command(context, JSON.parse(input), { file: file ?? undefined, ...call })
    return { result: { ...result } }
  } catch (error) {
    if (error instanceof CommandError || error instanceof StorageError) return { error: error.message }
    reportError('An operator command failed', error)
    return { error: 'The command failed. The reason is in the log of the process that ran it.' }
  }
}

/** Streams the events of a run. A reader that goes away does not end the run: what it wrote is valid. */
function eventsOf(run: (call: Pick<CommandCall, 'report'>) => Promise<CommandEvent>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isRead = true
  return new ReadableStream({
    async start(controller) {
      const report = (event: object) => {
        if (isRead) controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`))
      }
      report(await run({ report }))
      if (isRead) controller.close()
    },
    cancel() {
      isRead = false
    },
  })
}
