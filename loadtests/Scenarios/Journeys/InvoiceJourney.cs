using System.Globalization;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Runs;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Scenarios.Journeys;

/// <summary>A user who asks the gateway for the invoice of a random owner in a random month.</summary>
public sealed class InvoiceJourney(HttpLoadClient client, Uri gateway, World world)
{
    private readonly string[] _owners = [.. world.OwnerIds];

    public ValueTask<RequestOutcome> RequestAsync(UserIteration iteration, CancellationToken cancellationToken)
    {
        var owner = _owners[iteration.Random.Next(_owners.Length)];
        var month = world.FirstMonth.Plus(iteration.Random.Next(world.Months));
        var path = string.Create(CultureInfo.InvariantCulture, $"/api/invoices/{owner}?year={month.Year}&month={month.Month}");
        return client.SendAsync(HttpMethod.Get, new Uri(gateway, path), [new("traceparent", iteration.TraceParent)], cancellationToken);
    }
}
