/** A message that has not arrived after this long counts as lost, in ms. */
const LOST_AFTER = 250

/**
 * Defines `setImmediate`, which React's scheduler prefers to a `MessageChannel` of its own. WebKit loses messages under way
 * when a page goes into the back/forward cache (docs/decisions/055-lost-messages.md), and React waits for the lost message
 * forever: data arrives, and nothing renders any more. Here a timer replaces a lost message and the channel.
 * Import this before React, which looks for `setImmediate` once.
 */
function createSetImmediate() {
  let tasks: (() => void)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let port = openChannel()

  function openChannel(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = run
    return port2
  }

  function run() {
    clearTimeout(timer)
    timer = undefined
    const due = tasks
    tasks = []
    for (const task of due) task()
  }

  return (task: () => void) => {
    tasks.push(task)
    timer ??= setTimeout(() => {
      port = openChannel()
      run()
    }, LOST_AFTER)
    port.postMessage(null)
  }
}

Object.assign(globalThis, { setImmediate: createSetImmediate() })
