using System.Globalization;
using System.Text;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Recording;
using DroneDelivery.LoadTests.Engine.Users;

namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>A user who does one kind of work over and over, each time for another owner.</summary>
/// <param name="package">The Package service.</param>
public sealed class ItemJourney(HttpLoadClient client, Uri package, ItemWork work)
{
    private static readonly KeyValuePair<string, string>[] JsonBody = [new("Content-Type", "application/json")];

    private readonly PreparedRequest[] _requests =
        [.. Enumerable.Range(0, ItemCatalog.Owners).Select(owner => Prepare(package, work, ItemCatalog.OwnerId(owner)))];

    public ValueTask<RequestOutcome> RequestAsync(UserIteration iteration, CancellationToken cancellationToken) =>
        client.SendAsync(_requests[iteration.Random.Next(_requests.Length)], cancellationToken);

    internal static PreparedRequest Prepare(Uri package, ItemWork work, string ownerId) => work switch
    {
        ItemWork.Cpu => PreparedRequest.Get(new Uri(package, $"items/{ownerId}/seal")),
        ItemWork.IoRead => PreparedRequest.Get(new Uri(package, $"items?ownerId={ownerId}")),
        _ => new PreparedRequest(HttpMethod.Post, new Uri(package, "items"), JsonBody, NewItem(ownerId)),
    };

    private static byte[] NewItem(string ownerId) => Encoding.UTF8.GetBytes(string.Create(
        CultureInfo.InvariantCulture, $$"""{"ownerId":"{{ownerId}}","name":"Spare part","weightKilograms":2.5}"""));
}
