/** Bytes per page. A longer record gets a page of its own size. */
const PAGE_SIZE = 65_536

let page = new Uint8Array(PAGE_SIZE)
let used = 0
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Field names of the records, shared by all records with the same fields. */
const shapes = new Map<string, string[]>()

/** Number of decoded records to keep: the rows of the current window and the previous ones. */
const MAX_RECENT = 120
const recent = new Map<Packed<object>, object>()

/** Records packed per task, a few milliseconds on a phone. */
const RECORDS_PER_TASK = 100
/** Records waiting to be packed. */
let queue: LazilyPacked<object>[] = []

/**
 * Like `Packed`, but packs in a later task: packing ten thousand records at once takes as long as the rest of the start
 * does with them.
 */
export class LazilyPacked<Value extends object> {
  private content: Value | Packed<Value>

  constructor(value: Value) {
    this.content = value
    // The other queued records have already scheduled a task.
    if (queue.push(this) === 1) setTimeout(packQueued)
  }

  read(): Value {
    return this.content instanceof Packed ? this.content.read() : this.content
  }

  pack() {
    if (!(this.content instanceof Packed)) this.content = Packed.of(this.content)
  }
}

function packQueued() {
  const [batch, rest] = [queue.slice(0, RECORDS_PER_TASK), queue.slice(RECORDS_PER_TASK)]
  queue = rest
  for (const record of batch) record.pack()
  if (rest.length > 0) setTimeout(packQueued)
}

/**
 * A record stored as JSON in pages outside the JavaScript heap, at a quarter of the memory of the object. For lists of
 * thousands of which a screen shows dozens. Values must survive JSON.
 */
export class Packed<Value extends object> {
  private constructor(
    private readonly page: Uint8Array,
    private readonly from: number,
    private readonly to: number,
    private readonly names: string[],
  ) {}

  static of<Value extends object>(value: Value): Packed<Value> {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    const key = JSON.stringify(fields.map(([name]) => name))
    const names = shapes.get(key) ?? fields.map(([name]) => name)
    shapes.set(key, names)
    const text = JSON.stringify(fields.map(([, field]) => field))
    // One UTF-16 unit takes at most three bytes in UTF-8.
    if (text.length * 3 > PAGE_SIZE) {
      const bytes = encoder.encode(text)
      return new Packed(bytes, 0, bytes.length, names)
    }
    if (used + text.length * 3 > PAGE_SIZE) {
      page = new Uint8Array(PAGE_SIZE)
      used = 0
    }
    const from = used
    used += encoder.encodeInto(text, page.subarray(from)).written
    return new Packed(page, from, used, names)
  }

  read(): Value {
    const known = recent.get(this)
    if (known) return known as Value
    const values: unknown[] = JSON.parse(decoder.decode(this.page.subarray(this.from, this.to)))
    const value = Object.fromEntries(this.names.map((name, at) => [name, values[at]]))
    const [oldest] = recent.keys()
    if (oldest && recent.size >= MAX_RECENT) recent.delete(oldest)
    recent.set(this, value)
    // `of` encoded a `Value`.
    return value as Value
  }
}
