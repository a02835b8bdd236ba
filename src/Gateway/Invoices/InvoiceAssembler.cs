using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Shedding;

namespace DroneDelivery.Gateway.Invoices;

/// <summary>
/// Creates an invoice from the responses to four concurrent backend calls. If one of them fails, so does the invoice: it is never
/// incomplete.
/// </summary>
internal sealed class InvoiceAssembler(DeliveryClient deliveries, PackageClient packages, DroneClient drones, Tariff tariff)
{
    public async Task<Invoice> AssembleAsync(InvoiceQuery query, Admission admission, CancellationToken cancellationToken)
    {
        using var calls = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var summary = deliveries.GetSummaryAsync(query, calls.Token);
        var utilization = deliveries.GetUtilizationAsync(query, calls.Token);
        var packageSummary = packages.GetSummaryAsync(query, calls.Token);
        var droneSummary = drones.GetSummaryAsync(query, calls.Token);
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
