import { type Role, roles } from '../../engine/roles.ts'
import { roleInWords, roleNames } from '../api/index.ts'
import { Field, Select } from '../design/index.ts'

const choices = roles.map((role) => ({ value: role, label: `${roleNames[role]}: ${roleInWords[role]}` }))

interface Props {
  readonly value: Role
  readonly onChange: (role: Role) => void
}

export const RoleField = ({ value, onChange }: Props) => (
  <Field label="Role">
    {({ id }) => <Select id={id} value={value} choices={choices} onChange={onChange} className="w-full" />}
  </Field>
)

export const RoleSelect = ({ value, onChange, label }: Props & { label: string }) => (
  <Select
    label={label}
    value={value}
    choices={roles.map((role) => ({ value: role, label: roleNames[role] }))}
    onChange={onChange}
  />
)
