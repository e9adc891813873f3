/** The menus' labels (product page, section 1). */
export const menuText = {
  label: 'منوی اصلی',
  menu: 'منو',
  bottomBar: 'دسترسی سریع',
  home: 'خانه',
  login: 'ورود',
  register: 'ثبت‌نام',
  saved: 'ذخیره‌شده‌ها',
  categories: 'دسته‌بندی‌ها',
  collections: 'مجموعه‌ها',
  comingSoon: 'به‌زودی',
  series: 'سریال‌ها',
  movies: 'فیلم‌ها',
  dubbed: 'دوبله',
  logout: 'خروج',
} as const
