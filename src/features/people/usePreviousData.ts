import { useState } from 'react'
import type { View } from '#data/react/readHooks.ts'

/** Returns the last data for the same key, so that the header stays while the next page loads. */
export function usePreviousData<Data>(key: string | number, view: View<Data>): Data | undefined {
  const [last, setLast] = useState<{ key: string | number; data: Data }>()
  if (view.state === 'ready') {
    if (last?.key !== key || last.data !== view.data) setLast({ key, data: view.data })
    return view.data
  }
  return last?.key === key ? last.data : undefined
}
