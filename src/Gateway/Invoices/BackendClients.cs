using System.Globalization;
using DroneDelivery.Gateway.Backends;

namespace DroneDelivery.Gateway.Invoices;

/// <summary>Sends requests to Delivery.</summary>
internal sealed class DeliveryClient(HttpClient client)
{
    public Task<DeliverySummary> GetSummaryAsync(InvoiceQuery query, CancellationToken cancellationToken) =>
        BackendCall.GetAsync(
            client,
            BackendNames.Delivery,
            query.At("/deliveries/summary"),
            GatewayJson.Default.DeliverySummary,
            cancellationToken);

    public Task<DroneUtilization> GetUtilizationAsync(InvoiceQuery query, CancellationToken cancellationToken) =>
        BackendCall.GetAsync(
            client,
            BackendNames.Delivery,
            query.At("/deliveries/utilization"),
            GatewayJson.Default.DroneUtilization,
            cancellationToken);
}

/// <summary>Sends requests to Package.</summary>
internal sealed class PackageClient(HttpClient client)
{
    public Task<PackageSummary> GetSummaryAsync(InvoiceQuery query, CancellationToken cancellationToken) =>
        BackendCall.GetAsync(
            client,
            BackendNames.Package,
            query.At("/packages/summary"),
            GatewayJson.Default.PackageSummary,
            cancellationToken);
}

/// <summary>Sends requests to DroneScheduler.</summary>
internal sealed class DroneClient(HttpClient client)
{
    public Task<DroneSummary> GetSummaryAsync(InvoiceQuery query, CancellationToken cancellationToken) =>
        BackendCall.GetAsync(
            client,
            BackendNames.DroneScheduler,
            query.At("/drones/summary"),
            GatewayJson.Default.DroneSummary,
            cancellationToken);
}

file static class InvoiceAddress
{
    public static string At(this InvoiceQuery query, string path) => string.Create(
        CultureInfo.InvariantCulture,
        $"{path}?ownerId={Uri.EscapeDataString(query.OwnerId)}&year={query.Year}&month={query.Month}");
}
