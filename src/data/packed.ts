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
