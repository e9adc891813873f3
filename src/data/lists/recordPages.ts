/** Bytes per page. A longer record gets a page of its own size. */
const PAGE_SIZE = 65_536
/** Number of decoded records to keep: the rows of the current window and the previous ones. */
const MAX_RECENT = 120
/** Records packed per task, a few milliseconds on a phone. */
const RECORDS_PER_TASK = 100

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A value of a list that is decoded on access. */
export interface Packed<Value extends object> {
  read(): Value
}

/**
 * The records of one list, stored as JSON in pages outside the JavaScript heap, at a quarter of the memory of the
 * objects. For lists of thousands of which a screen shows dozens. Values must survive JSON.
 */
export class RecordPages {
  private page = new Uint8Array(0)
  private used = 0
  /** Field names of the records, shared by all records with the same fields. */
  private readonly shapes = new Map<string, string[]>()
  private readonly recent = new Map<object, object>()
  /** Records waiting to be packed. */
  private queue: LazilyPacked<object>[] = []

  pack<Value extends object>(value: Value): Packed<Value> {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    const key = JSON.stringify(fields.map(([name]) => name))
    const names = this.shapes.get(key) ?? fields.map(([name]) => name)
    this.shapes.set(key, names)
    const text = JSON.stringify(fields.map(([, field]) => field))
    // One UTF-16 unit takes at most three bytes in UTF-8.
    if (text.length * 3 > PAGE_SIZE) {
      const bytes = encoder.encode(text)
      return new PackedRecord(this.recent, bytes, 0, bytes.length, names)
    }
    if (this.used + text.length * 3 > this.page.length) {
      this.page = new Uint8Array(PAGE_SIZE)
      this.used = 0
    }
    const from = this.used
    this.used += encoder.encodeInto(text, this.page.subarray(from)).written
    return new PackedRecord(this.recent, this.page, from, this.used, names)
  }

  /**
   * Like `pack`, but packs in a later task: packing ten thousand records at once takes as long as the rest of the start
   * does with them.
   */
  packLater<Value extends object>(value: Value): Packed<Value> {
    const record = new LazilyPacked({ read: () => value })
    // The other queued records have already scheduled a task.
    if (this.queue.push(record) === 1) setTimeout(() => this.packQueued())
    return record
  }

  private packQueued() {
    const [batch, rest] = [this.queue.slice(0, RECORDS_PER_TASK), this.queue.slice(RECORDS_PER_TASK)]
    this.queue = rest
    for (const record of batch) record.pack(this)
    if (rest.length > 0) setTimeout(() => this.packQueued())
  }
}

class LazilyPacked<Value extends object> implements Packed<Value> {
  constructor(private content: { read(): Value }) {}

  read(): Value {
    return this.content.read()
  }

  pack(pages: RecordPages) {
    this.content = pages.pack(this.content.read())
  }
}

class PackedRecord<Value extends object> implements Packed<Value> {
  constructor(
    /** Decoded records of the list, the oldest first. */
    private readonly recent: Map<object, object>,
    private readonly page: Uint8Array,
    private readonly from: number,
    private readonly to: number,
    private readonly names: string[],
  ) {}

  read(): Value {
    const known = this.recent.get(this)
    if (known) return known as Value
    const values: unknown[] = JSON.parse(decoder.decode(this.page.subarray(this.from, this.to)))
    const value = Object.fromEntries(this.names.map((name, at) => [name, values[at]]))
    const [oldest] = this.recent.keys()
    if (oldest && this.recent.size >= MAX_RECENT) this.recent.delete(oldest)
    this.recent.set(this, value)
    // `pack` encoded a `Value`.
    return value as Value
  }
}
