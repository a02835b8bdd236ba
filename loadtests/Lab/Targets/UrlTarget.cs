namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>An address on this machine that the lab did not start.</summary>
/// <param name="acceptAnyCertificate">As <see cref="HttpLoadOptions.AcceptAnyCertificate"/>.</param>
/// <param name="processes">Those of its program that are known.</param>
internal sealed class UrlTarget(
    Uri address, bool acceptAnyCertificate = false, params IReadOnlyList<(string Name, int ProcessId)> processes) : LoadTarget
{
    public override string Name => $"{address}";

    public override Uri Address => address;

    public override IReadOnlyList<(string Name, int ProcessId)> Processes => processes;

    public override WatchedSystem Watched => base.Watched with { IsOwn = false };

    public override HttpLoadOptions Configure(HttpLoadOptions options) =>
        options with { AcceptAnyCertificate = acceptAnyCertificate };

    public override UserAction RequestBy(HttpLoadClient client, LoadVariant variant)
    {
        var request = variant.BodySize is { } size
            ? new RequestTemplate(HttpMethod.Post, address.AbsoluteUri, [], RequestOptions.BodyOfSize(size)).Prepare()
            : PreparedRequest.Get(address);
        return (_, cancellationToken) => client.SendAsync(request, cancellationToken);
    }
}
