/** What a topic, a status and a group of profiles say: how they are called and what they look like. */
export interface NamedPayload {
  v: 1;
  name: string;
  color?: string;
  icon?: string;
  description?: string;
}
