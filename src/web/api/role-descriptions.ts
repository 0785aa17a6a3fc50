import type { Role } from '../../engine/roles.ts'

export const roleDescriptions: Readonly<Record<Role, string>> = {
  viewer: 'reads everything, changes and runs nothing',
  contributor: 'creates and changes, cannot release',
  publisher: 'creates, changes and moves release labels',
  admin: 'everything, including the workspace itself',
}
