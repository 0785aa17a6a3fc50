import type { Role } from '../../engine/roles.ts'

export const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  contributor: 'Contributor',
  publisher: 'Publisher',
  admin: 'Admin',
}
