import { formatNumber } from './format.ts'

/** Labels of the component library's parts that its own Persian locale writes with Latin digits. */
export const controlsText = {
  stars: (value: number) => `${formatNumber(value)} ستاره`,
  page: (page: number, isCurrent: boolean) => `${isCurrent ? '' : 'رفتن به '}صفحهٔ ${formatNumber(page)}`,
  firstPage: 'رفتن به اولین صفحه',
  lastPage: 'رفتن به آخرین صفحه',
  nextPage: 'رفتن به صفحهٔ بعدی',
  previousPage: 'رفتن به صفحهٔ قبلی',
}
