namespace DroneDelivery.LoadTests.Lab.Targets;

/// <summary>An address on this machine that the lab did not start: its processes and their CPU are unknown.</summary>
internal sealed class UrlTarget(Uri address) : LoadTarget
{
    private readonly PreparedRequest _request = PreparedRequest.Get(address);

    public override string Name => $"GET {address}";

    public override IReadOnlyList<(string Name, int ProcessId)> Processes => [];

    public override UserAction RequestBy(HttpLoadClient client, LoadVariant variant) =>
        (_, cancellationToken) => client.SendAsync(_request, cancellationToken);

    public override Func<UserIteration, CancellationToken, ValueTask<HttpAnswer>> AskBy(HttpLoadClient client) =>
        (_, cancellationToken) => client.AskAsync(_request, cancellationToken);

    public override Task<string> WaitForFailureAsync(CancellationToken cancellationToken) =>
        new TaskCompletionSource<string>().Task.WaitAsync(cancellationToken);

    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
