using System.Globalization;
using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Caching;

/// <summary>Creates the error of a refresh without a response, if neither the endpoint nor the proxy reported one.</summary>
internal static class RefreshFailures
{
    public static BackendException TimedOut(HttpContext context, CacheOptions options) => new(BackendFailure.TimedOut(
        BackendOf(context),
        string.Create(CultureInfo.InvariantCulture, $"did not answer within {options.FillTimeout.TotalSeconds:0.###} s")));

    public static BackendException BrokenOff(HttpContext context) => new(BackendFailure.Unreadable(BackendOf(context), "broke off"));

    private static string BackendOf(HttpContext context) =>
        context.GetEndpoint()?.Metadata.GetMetadata<RequiredBackends>()?.Backends.FirstOrDefault() ?? "gateway";
}
