import { onTestFinished, vi } from 'vitest'
import { type LogLevel, log, logOutput } from '#server/platform/log.ts'

export interface LogLine {
  level: string
  msg: string
  error?: string
  requestId?: string
  [fact: string]: unknown
}

/** Catches what the server logs in this process until the test ends. */
export function catchLog(level: LogLevel = 'info') {
  const written: string[] = []
  const caught = vi.spyOn(logOutput, 'write').mockImplementation((line) => void written.push(line))
  const before = log.level
  log.level = level
  onTestFinished(() => {
    log.level = before
    caught.mockRestore()
  })
  return {
    lines: (): LogLine[] => written.map((line) => JSON.parse(line)),
    text: () => written.join(''),
  }
}
