/** People of different cases and ages, to sort, group and select. */
export const USERS = [
  { name: 'Ann', age: 31, city: 'Rome', active: true },
  { name: 'bob', age: 25, city: 'oslo', active: false },
  { name: 'Cy', age: 31, city: 'Oslo', active: true },
]
