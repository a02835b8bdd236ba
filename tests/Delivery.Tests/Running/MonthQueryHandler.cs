namespace DroneDelivery.Delivery.Tests.Running;

/// <summary>Between the SDK and the emulator: counts how many queries for a month are in progress at the same time.</summary>
internal sealed class MonthQueryHandler(HttpMessageHandler emulator) : DelegatingHandler(emulator)
{
    private readonly Lock _gate = new();
    private readonly TaskCompletionSource _enough = new();
    private int _underWay;

    /// <summary>Holds each of them back until this many are under way.</summary>
    public int HoldUntilUnderWay { get; init; } = 1;

    public int MaxUnderWay { get; private set; }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        if (!await AsksForAMonthAsync(request, cancellationToken))
        {
            return await base.SendAsync(request, cancellationToken);
        }

        Enter();
        try
        {
            await _enough.Task.WaitAsync(cancellationToken);
            return await base.SendAsync(request, cancellationToken);
        }
        finally
        {
            Leave();
        }
    }

    // Not the query of all deliveries that callers created, which comes with the start.
    private static async Task<bool> AsksForAMonthAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        request.Headers.Contains("x-ms-documentdb-isquery")
        && request.RequestUri!.AbsolutePath.Contains("/colls/deliveriesBy", StringComparison.Ordinal)
        && (await request.Content!.ReadAsStringAsync(cancellationToken)).Contains("@month", StringComparison.Ordinal);

    private void Enter()
    {
        lock (_gate)
        {
            MaxUnderWay = Math.Max(MaxUnderWay, ++_underWay);
            if (_underWay >= HoldUntilUnderWay)
            {
                _enough.TrySetResult();
            }
        }
    }

    private void Leave()
    {
        lock (_gate)
        {
            _underWay--;
        }
    }
}
