using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Http;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.Scenarios.Journeys;

/// <summary>A user who requests the invoice of a random owner and a random month from the gateway.</summary>
/// <param name="hotOwnerShare">
/// The probability, 0 to 1, that a request is for <see cref="HotOwner"/> and not for a random owner. At 0 no random number is
/// drawn for the choice, so that each user requests the same owners and months as without the parameter.
/// </param>
public sealed class InvoiceJourney(HttpLoadClient client, Uri server, World world, double hotOwnerShare = 0)
{
    private readonly string[] _owners = [.. world.OwnerIds];

    /// <summary>Whether the requests are for the call under study instead, and the server is Delivery itself.</summary>
    public bool CallsDelivery { get; init; }

    /// <summary>The owner that receives the additional requests.</summary>
    public string HotOwner => _owners[0];

    public ValueTask<RequestOutcome> RequestAsync(UserIteration iteration, CancellationToken cancellationToken) =>
        client.SendAsync(RequestOf(iteration), cancellationToken);

    /// <summary>Sends the request of <see cref="RequestAsync"/>, and returns the response with its headers and body.</summary>
    public ValueTask<HttpAnswer> AskAsync(UserIteration iteration, CancellationToken cancellationToken) =>
        client.AskAsync(RequestOf(iteration), cancellationToken);

    private PreparedRequest RequestOf(UserIteration iteration)
    {
        var owner = ChooseOwner(iteration.Random);
        var month = world.FirstMonth.Plus(iteration.Random.Next(world.Months));
        var time = $"year={month.Year}&month={month.Month}";
        var path = CallsDelivery ? $"{TuningLab.CallUnderStudy}?ownerId={owner}&{time}" : $"/api/invoices/{owner}?{time}";
        return new(HttpMethod.Get, new Uri(server, path), [new("traceparent", iteration.TraceParent)]);
    }

    private string ChooseOwner(Random random) =>
        hotOwnerShare > 0 && random.NextDouble() < hotOwnerShare ? HotOwner : _owners[random.Next(_owners.Length)];
}
