import { BATCH, idOf } from '#tests/sync/checks/answers.ts'
import { type Answer, type InFlightRequest, isMutation } from '#tests/sync/simulation/network.ts'
import type { World } from '#tests/sync/simulation/world.ts'
import type { Fate } from './plan.ts'

/** How long a restore takes, in ms: the versions of two epochs must not overlap. */
const RESTORE_DURATION = 60_000

/** Decides the fate of the requests in flight. */
export class NetworkControl {
  /** answers that the server gave and the network still holds back */
  readonly delayedAnswers: { request: InFlightRequest; answer: Answer }[] = []

  constructor(readonly world: World) {}

  /** Applies a fate to one of the requests in flight, or delivers one of the delayed answers. */
  async apply(pick: number, fate: Fate) {
    const { world } = this
    const choices = [...world.inFlight, ...this.delayedAnswers]
    const chosen = choices[pick % Math.max(1, choices.length)]
    if (!chosen) return
    world.note(`network: #${'request' in chosen ? `${chosen.request.id} (delayed answer)` : chosen.id} ${fate}`)
    if ('request' in chosen) {
      this.delayedAnswers.splice(this.delayedAnswers.indexOf(chosen), 1)
      return world.deliver(chosen.request, chosen.answer)
    }
    await this.resolve(chosen, fate)
    await world.time.run(this.world.random() < 0.5 ? 9999 : Math.floor(this.world.random() * 30))
  }

  /** Applies a fate to a request in flight. */
  async resolve(request: InFlightRequest, fate: Fate) {
    const { world } = this
    if (fate !== 'ok') world.tally.fault(fate)
    const handle = async () => this.#poisonedAnswer(request) ?? (await world.handle(request))
    if (fate === 'cut, arrives later') return world.deliver(request, 'cut')
    if (fate === 'arrives again later') return world.deliver(request, await handle())
    world.inFlight = world.inFlight.filter((other) => other !== request)
    const synthetic = syntheticAnswer(fate)
    if (fate === 'never arrives') world.deliver(request, 'cut')
    else if (fate === 'answer lost') {
      await handle()
      world.deliver(request, 'cut')
    } else if (fate === 'arrives twice') {
      const [first, second] = [await handle(), await handle()]
      world.deliver(request, world.random() < 0.5 ? first : second)
    } else if (fate === 'answer late') this.delayedAnswers.push({ request, answer: await handle() })
    else if (fate === 'old answer') {
      const oldAnswers = world.oldAnswers.get(`${world.userOf(request)?.id} ${request.path}`) ?? []
      const old = request.method === 'GET' ? oldAnswers[Math.floor(world.random() * oldAnswers.length)] : undefined
      world.deliver(request, old ?? (await handle()))
    } else if (synthetic && !(fate === '410' && isMutation(request)) && !(fate === '405' && request.path !== BATCH))
      world.deliver(request, synthetic)
    else world.deliver(request, await handle())
  }

  #poisonedAnswer(request: InFlightRequest): Answer | undefined {
    if (!isMutation(request)) return undefined
    const mutation = this.world.checker.mutations.get(request.headers['idempotency-key'] ?? '')
    const lane =
      mutation && (mutation.kind.countOnServer ? mutation.kind.entity(idOf(mutation.entity)) : mutation.entity)
    return lane !== undefined && this.world.poisoned.has(lane) ? syntheticAnswer('500') : undefined
  }

  /** Replaces the server by its backup. Answers of the lost one that are on their way are lost too. */
  async restoreServer() {
    const { world } = this
    world.tally.fault('server restored')
    for (const { request } of this.delayedAnswers.splice(0)) world.deliver(request, 'cut')
    await world.time.pass(RESTORE_DURATION)
    await world.restore()
  }

  async answerAll() {
    const { world } = this
    await world.time.run()
    for (let rounds = 0; world.inFlight.length > 0 && rounds < 200; rounds++) {
      const [request] = world.inFlight
      if (request) await this.resolve(request, 'ok')
      await world.time.run()
    }
  }

  /** A fair network: delivers all delayed answers and answers all requests in flight. */
  async calm() {
    for (const { request, answer } of this.delayedAnswers.splice(0)) this.world.deliver(request, answer)
    await this.answerAll()
  }
}

/** The answer that a fate replaces the server's answer with, if it does. */
function syntheticAnswer(fate: Fate | '500'): Answer | undefined {
  const refusal = (status: number, headers: Record<string, string> = {}, more: object = {}): Answer => ({
    status,
    headers,
    text: JSON.stringify({ message: `refused with ${status}`, ...more }),
    isOurs: true,
  })
  switch (fate) {
    case 'portal':
      return { status: 200, headers: {}, text: '<html>Sign in to the network</html>', isOurs: false }
    case 'redirect':
      return { status: 0, headers: {}, text: '', isOurs: false }
    case 'foreign 404':
      return { status: 404, headers: {}, text: '<html>Not found</html>', isOurs: false }
    case '401':
    case '419':
    case '405':
    case '422':
    case '410':
    case '500':
    case '503':
      return refusal(Number(fate))
    case '404':
      // Without the code it would come from a server without the call.
      return refusal(404, {}, { code: 'not_found' })
    case '429':
      return refusal(429, { 'retry-after': '30' })
    case '409':
      return refusal(409, { 'retry-after': '1' }, { code: 'in_progress' })
    default:
      return undefined
  }
}
