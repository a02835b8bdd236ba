using System.Text.Json.Serialization.Metadata;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Invoices;

/// <summary>
/// Creates an invoice from the responses to four concurrent backend calls. If one of them fails, so does the invoice: it is never
/// incomplete.
/// </summary>
internal sealed class InvoiceAssembler(BackendClient backends, Tariff tariff)
{
    public async Task<Invoice> AssembleAsync(InvoiceQuery query, Admission admission, CancellationToken cancellationToken)
    {
        using var calls = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var json = GatewayJson.Default;
        var summary = GetAsync(BackendNames.Delivery, "/deliveries/summary", json.DeliverySummary);
        var utilization = GetAsync(BackendNames.Delivery, "/deliveries/utilization", json.DroneUtilization);
        var packageSummary = GetAsync(BackendNames.Package, "/packages/summary", json.PackageSummary);
        var droneSummary = GetAsync(BackendNames.DroneScheduler, "/drones/summary", json.DroneSummary);
        var leaving = Task.WhenAll(
            admission.LeaveAfterAsync(BackendNames.Delivery, summary, utilization),
            admission.LeaveAfterAsync(BackendNames.Package, packageSummary),
            admission.LeaveAfterAsync(BackendNames.DroneScheduler, droneSummary));

        try
        {
            await AllOrFirstFailureAsync(calls, summary, utilization, packageSummary, droneSummary);
        }
        finally
        {
            await leaving;
        }

        return Join(query, await summary, await utilization, await packageSummary, await droneSummary);

        Task<T> GetAsync<T>(string backend, string path, JsonTypeInfo<T> type)
            where T : class => backends.GetAsync(backend, query.AddressAt(path), type, calls.Token);
    }

    private static async Task AllOrFirstFailureAsync(CancellationTokenSource calls, params Task[] tasks)
    {
        await foreach (var task in Task.WhenEach(tasks))
        {
            if (!task.IsCompletedSuccessfully)
            {
                await calls.CancelAsync();
                // The results of the other calls are not needed, but the calls must end before the request does.
                await Task.WhenAll(tasks).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                await task;
            }
        }
    }

    private Invoice Join(
        InvoiceQuery query,
        DeliverySummary summary,
        DroneUtilization utilization,
        PackageSummary packageSummary,
        DroneSummary droneSummary) => new(
        query.OwnerId,
        new InvoicePeriod(query.Year, query.Month),
        new InvoicedDeliveries(summary.Deliveries),
        new InvoicedUtilization(utilization.MilesTraveled, utilization.HoursAssigned),
        new InvoicedPackages(packageSummary.Packages, packageSummary.Fragile, packageSummary.WeightKilograms),
        new InvoicedDrones(droneSummary.Drones, droneSummary.Assignments),
        tariff.AmountFor(utilization, packageSummary));
}

/// <summary>The number of an owner's deliveries in a month, from the read model of Delivery.</summary>
internal sealed record DeliverySummary(int Deliveries);

/// <summary>The miles that an owner's drones traveled in a month, and the hours for which they were assigned.</summary>
internal sealed record DroneUtilization(int Deliveries, decimal MilesTraveled, decimal HoursAssigned);

internal sealed record PackageSummary(int Packages, int Fragile, decimal WeightKilograms);

internal sealed record DroneSummary(int Drones, int Assignments);
