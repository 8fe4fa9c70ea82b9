import * as z from 'zod';
import { Country, record } from '../scalars.ts';

const Port = z.int().min(1).max(65_535);

/** A proxy by its address, with a name and a password if it needs them. */
export const Socks5 = z.looseObject({
  host: z.string().min(1).max(253),
  port: Port,
  user: z.string().optional(),
  password: z.string().optional(),
});

/** A proxy of the service: an existing one, or one in a country (two letters). */
const ServiceProxy = z
  .looseObject({
    id: z.string().min(1).optional(),
    country: Country.optional(),
  })
  .refine(({ id, country }) => (id === undefined) !== (country === undefined), 'needs either id or country');

/** The proxy to connect a device to: `socks5`, `connect`, or the older fields `host` to `password` (wire facts 9). */
export const ConnectProxy = z
  .looseObject({
    name: z.string().optional(),
    smartIp: z.boolean().optional(),
    socks5: Socks5.optional(),
    connect: ServiceProxy.optional(),
    host: z.string().min(1).max(253).optional(),
    port: Port.optional(),
    user: z.string().optional(),
    password: z.string().optional(),
  })
  .refine(
    ({ socks5, connect, host }) => [socks5, connect, host].filter(one => one !== undefined).length === 1,
    'needs either socks5 or connect',
  )
  .refine(({ host, port }) => (host === undefined) === (port === undefined), 'needs both host and port');
export type ConnectProxy = z.output<typeof ConnectProxy>;

/** The proxy of a device (wire facts 9). */
export const ProxyStatus = record({}, { connected: z.boolean(), name: z.string(), protocol: z.string() });
