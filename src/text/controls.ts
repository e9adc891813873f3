import { formatNumber } from './format.ts'

/** Labels for which MUI's Persian locale uses Latin digits. */
export const controlsText = {
  stars: (value: number) => `${formatNumber(value)} ستاره`,
  page: (page: number, isCurrent: boolean) => `${isCurrent ? '' : 'رفتن به '}صفحهٔ ${formatNumber(page)}`,
  firstPage: 'رفتن به اولین صفحه',
  lastPage: 'رفتن به آخرین صفحه',
  nextPage: 'رفتن به صفحهٔ بعدی',
  previousPage: 'رفتن به صفحهٔ قبلی',
}
