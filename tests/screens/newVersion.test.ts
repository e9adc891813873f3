import { afterEach, expect, test, vi } from 'vitest'
import { hasVersionSkew } from '#app/versionSkew.ts'
import { whenSafeToReload } from '#app/whenSafeToReload.ts'
import { holdBusy } from '#data/platform/reloadGuard.ts'

afterEach(() => {
  document.body.replaceChildren()
  look(true)
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function look(isSeen: boolean) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: isSeen ? 'visible' : 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** What would reload the page, counted. */
function aReload() {
  const reload = { times: 0 }
  whenSafeToReload(() => {
    reload.times++
  })
  return reload
}

test('with nothing unsaved on the screen a new version is taken at once', () => {
  expect(aReload().times).toBe(1)
})

test('what plays is never cut short, looked at or not; when it ends the version comes, once', () => {
  const release = holdBusy('playback')
  const other = holdBusy('playback')
  const reload = aReload()
  look(false)
  release()
  expect(reload.times).toBe(0)
  other()
  other()
  look(true)
  expect(reload.times).toBe(1)
})

test('nor is what is in hand, seen or not; from one thing to the next nothing comes between', async () => {
  const release = holdBusy('hand')
  const reload = aReload()
  look(false)
  look(true)
  release()
  const next = holdBusy('form')
  await Promise.resolve()
  expect(reload.times).toBe(0)
  next()
  await Promise.resolve()
  expect(reload.times).toBe(1)
})

test.each([
  ['what is typed', typeSomething],
  ['a form that says so', () => holdBusy('form')],
])('%s is waited for as long as somebody looks', (_, begin) => {
  const end = begin()
  const reload = aReload()
  document.dispatchEvent(new Event('click'))
  expect(reload.times).toBe(0)
  look(false)
  expect(reload.times).toBe(1)
  end()
})

function typeSomething(): () => void {
  const field = Object.assign(document.createElement('textarea'), { value: 'نیمه‌کاره' })
  document.body.append(field)
  return () => field.remove()
}

test('a search field left alone, a switch or a hidden field is nothing that would be lost', () => {
  for (const type of ['search', 'checkbox', 'hidden']) aField(type)
  expect(aReload().times).toBe(1)
})

test.each(['', 'پدر'])(
  'a search field in which somebody is, with «%s» in it, is waited for until they leave it',
  (value) => {
    const field = aField('search', value)
    field.focus()
    const reload = aReload()
    document.dispatchEvent(new Event('click'))
    expect(reload.times).toBe(0)
    field.blur()
    expect(reload.times).toBe(1)
  },
)

test('from one field to the next nobody has left', () => {
  const fields = [aField('search'), aField('search')] as const
  fields[0].focus()
  const reload = aReload()
  fields[1].focus()
  expect(reload.times).toBe(0)
  fields[1].remove()
  document.dispatchEvent(new Event('click'))
  expect(reload.times).toBe(1)
})

test('who looks elsewhere with the focus still in a search field is not waited for', () => {
  aField('search').focus()
  const reload = aReload()
  look(false)
  expect(reload.times).toBe(1)
})

function aField(type: string, value = 'x') {
  const field = Object.assign(document.createElement('input'), { type, value })
  document.body.append(field)
  return field
}

test('a page asks its worker which version it keeps, and follows another one once', async () => {
  const asked: unknown[] = []
  let kept: unknown = '2'
  const controller = {
    postMessage(message: unknown, [port]: MessagePort[]) {
      asked.push(message)
      port?.postMessage(kept)
    },
  }
  const serviceWorker: { controller: typeof controller | null } = { controller }
  vi.stubGlobal('navigator', { serviceWorker })
  // Before the page says what it is of.
  expect(await hasVersionSkew()).toBe(false)
  const meta = Object.assign(document.createElement('meta'), { name: 'version', content: '1' })
  document.body.append(meta)
  expect(await hasVersionSkew()).toBe(true)
  expect(asked).toEqual([{ type: 'parde:version' }])
  // The reload has brought the same page again.
  expect(await hasVersionSkew()).toBe(false)
  kept = '3'
  expect(await hasVersionSkew()).toBe(true)
  for (const same of ['1', undefined, 7]) {
    kept = same
    expect(await hasVersionSkew()).toBe(false)
  }
  serviceWorker.controller = null
  expect(await hasVersionSkew()).toBe(false)
})
