import { afterEach, expect, test, vi } from 'vitest'
import { hasVersionSkew } from '#app/versionSkew.ts'
import { whenSafeToReload } from '#app/whenSafeToReload.ts'
import { holdReload } from '#data/platform/reloadGuard.ts'

afterEach(() => {
  document.body.replaceChildren()
  setVisible(true)
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function setVisible(isSeen: boolean) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: isSeen ? 'visible' : 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A reload callback that counts its calls. */
function countReloads() {
  const reload = { times: 0 }
  whenSafeToReload(() => {
    reload.times++
  })
  return reload
}

test('reloads at once without unsaved input', () => {
  expect(countReloads().times).toBe(1)
})

test('waits for the end of playback, on a visible or hidden page, and reloads once', () => {
  const release = holdReload('playback')
  const other = holdReload('playback')
  const reload = countReloads()
  setVisible(false)
  release()
  expect(reload.times).toBe(0)
  other()
  other()
  setVisible(true)
  expect(reload.times).toBe(1)
})

test('waits for the end of a user action and reloads only when no other hold follows', async () => {
  const release = holdReload('task')
  const reload = countReloads()
  setVisible(false)
  setVisible(true)
  release()
  const next = holdReload('form')
  await Promise.resolve()
  expect(reload.times).toBe(0)
  next()
  await Promise.resolve()
  expect(reload.times).toBe(1)
})

test.each([
  ['typed text', typeSomething],
  ['a registered hold', () => holdReload('form')],
])('waits for %s while the page is visible', (_, begin) => {
  const end = begin()
  const reload = countReloads()
  document.dispatchEvent(new Event('click'))
  expect(reload.times).toBe(0)
  setVisible(false)
  expect(reload.times).toBe(1)
  end()
})

function typeSomething(): () => void {
  const field = Object.assign(document.createElement('textarea'), { value: 'نیمه‌کاره' })
  document.body.append(field)
  return () => field.remove()
}

test('ignores unfocused search fields, switches and hidden fields', () => {
  for (const type of ['search', 'checkbox', 'hidden']) addField(type)
  expect(countReloads().times).toBe(1)
})

test.each(['', 'پدر'])('waits until a focused search field with «%s» loses the focus', (value) => {
  const field = addField('search', value)
  field.focus()
  const reload = countReloads()
  document.dispatchEvent(new Event('click'))
  expect(reload.times).toBe(0)
  field.blur()
  expect(reload.times).toBe(1)
})

test('keeps waiting when the focus moves to another field', () => {
  const fields = [addField('search'), addField('search')] as const
  fields[0].focus()
  const reload = countReloads()
  fields[1].focus()
  expect(reload.times).toBe(0)
  fields[1].remove()
  document.dispatchEvent(new Event('click'))
  expect(reload.times).toBe(1)
})

test('reloads a hidden page although a search field has the focus', () => {
  addField('search').focus()
  const reload = countReloads()
  setVisible(false)
  expect(reload.times).toBe(1)
})

function addField(type: string, value = 'x') {
  const field = Object.assign(document.createElement('input'), { type, value })
  document.body.append(field)
  return field
}

test('asks the worker for its version and reloads once for each different one', async () => {
  const asked: unknown[] = []
  let workerVersion: unknown = '2'
  const controller = {
    postMessage(message: unknown, [port]: MessagePort[]) {
      asked.push(message)
      port?.postMessage(workerVersion)
    },
  }
  const serviceWorker: { controller: typeof controller | null } = { controller }
  vi.stubGlobal('navigator', { serviceWorker })
  // The page has no version yet.
  expect(await hasVersionSkew()).toBe(false)
  const meta = Object.assign(document.createElement('meta'), { name: 'version', content: '1' })
  document.body.append(meta)
  expect(await hasVersionSkew()).toBe(true)
  expect(asked).toEqual([{ type: 'parde:version' }])
  // The reload has brought the same version again.
  expect(await hasVersionSkew()).toBe(false)
  workerVersion = '3'
  expect(await hasVersionSkew()).toBe(true)
  for (const same of ['1', undefined, 7]) {
    workerVersion = same
    expect(await hasVersionSkew()).toBe(false)
  }
  serviceWorker.controller = null
  expect(await hasVersionSkew()).toBe(false)
})
