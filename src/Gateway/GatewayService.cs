using DroneDelivery.Gateway.Admin;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Database;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Requests;
using DroneDelivery.Gateway.Shedding;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Redis;

namespace DroneDelivery.Gateway;

internal static class GatewayService
{
    public static ServiceIdentity Identity { get; } =
        new("gateway", "Gateway: invoices, and a way through to the services behind it", 5080)
        {
            DefaultAdminPort = 5090,
            Flags =
            [
                .. BackendOptions.Flags,
                .. RequestOptions.Flags,
                .. KeyOptions.Flags,
                .. LimitsOptions.Flags,
                .. UsageOptions.Flags,
                .. CacheOptions.Flags,
                .. SheddingOptions.Flags,
                .. DatabaseOptions.Flags,
                .. RedisOptions.Flags,
            ],
            Commands = [KeyCommands.Command],
            Meters =
            [
                CacheMeter.Name,
                KeyMeter.Name,
                LimitsMeter.Name,
                RedisConnection.MeterName,
                ResilienceMeter.Name,
                SheddingMeter.Name,
                UploadMemory.MeterName,
                UsageMeter.Name,
            ],
            // The server already measures a forwarded request. These instruments measure it a second time, which adds about 5 %
            // to the cost of forwarding it.
            CostlyInstruments =
            [
                "http.client.active_requests",
                "http.client.request.duration",
                "http.client.request.time_in_queue",
                "http.server.active_requests",
            ],
        };
}
