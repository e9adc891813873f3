/** Bytes of one page; a record that is longer has a page of its own. */
const PAGE = 65_536

let page = new Uint8Array(PAGE)
let used = 0
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The names of a record's fields, once for all records that have the same. */
const shapes = new Map<string, string[]>()

/** So many that were read last stay as they are: what a window shows, and what it showed before. */
const RECENT = 120
const recent = new Map<Packed<object>, object>()

/** So many are packed at a time: a few milliseconds on a phone. */
const PACKED_AT_ONCE = 100
/** What is packed when there is a moment. */
let later: LazilyPacked<object>[] = []

/**
 * As `Packed`, but packed once what asked for it has been shown: to pack ten thousand in one go takes as long as all else that a
 * start does with them.
 */
export class LazilyPacked<Value extends object> {
  private kept: Value | Packed<Value>

  constructor(value: Value) {
    this.kept = value
    // Those that wait already have their turn coming.
    if (later.push(this) === 1) setTimeout(packSome)
  }

  read(): Value {
    return this.kept instanceof Packed ? this.kept.read() : this.kept
  }

  pack() {
    if (!(this.kept instanceof Packed)) this.kept = Packed.of(this.kept)
  }
}

function packSome() {
  const [now, rest] = [later.slice(0, PACKED_AT_ONCE), later.slice(PACKED_AT_ONCE)]
  later = rest
  for (const one of now) one.pack()
  if (rest.length > 0) setTimeout(packSome)
}

/**
 * A record that is kept by the thousand and looked at by the dozen: its values as text, in pages outside of the script's
 * heap, a quarter of what the object takes. Only what JSON can say comes back.
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
    // No character of a text takes more than three bytes.
    if (text.length * 3 > PAGE) {
      const own = encoder.encode(text)
      return new Packed(own, 0, own.length, names)
    }
    if (used + text.length * 3 > PAGE) {
      page = new Uint8Array(PAGE)
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
    if (oldest && recent.size >= RECENT) recent.delete(oldest)
    recent.set(this, value)
    // What was put in is what comes out.
    return value as Value
  }
}
