namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The settings of one run of <c>http</c>.</summary>
internal sealed record HttpPlan(HttpWork Work, HttpLoadOptions Client, LoadShape Shape)
{
    public IReadOnlyList<AnswerCheck> Checks { get; init; } = [];

    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>Null when thresholds do not stop the run early.</summary>
    public AbortRule? Abort { get; init; }

    /// <summary>Whether the number of connections was given, and does not follow from the load.</summary>
    public bool LimitsConnections { get; init; }

    /// <summary>The number of connections that are held open during the load and send nothing.</summary>
    public int IdleConnections { get; init; }

    public HttpCollection Collection { get; init; } = new(OtlpPort: null, Processes: []);

    public ResultFiles Files { get; init; } = new(null, null, null, null);

    public bool PrintsJson { get; init; }

    public bool Quiet { get; init; }
}

/// <summary>The requests of a run.</summary>
/// <param name="Method">For the title of the run, together with <paramref name="Url"/>.</param>
/// <param name="Target">The address to connect to.</param>
/// <param name="Words">An addition to the description of the load; empty for none.</param>
internal abstract record HttpWork(string Method, string Url, Uri Target, string Words = "")
{
    private const string TraceParent = "traceparent";

    /// <summary>Whether requests carry the trace context of their iteration.</summary>
    public bool IsTraced { get; init; }

    /// <summary>Whether a request goes to another machine.</summary>
    public virtual bool IsRemote => !Target.IsLoopback;

    /// <summary>The highest number of requests of one iteration.</summary>
    public virtual int RequestsPerIteration => 1;

    /// <param name="checks">Checks of each answer.</param>
    /// <param name="time">For pauses.</param>
    public abstract UserAction ActionOf(HttpLoadClient client, IReadOnlyList<AnswerCheck> checks, TimeProvider time);

    /// <summary>The request with the trace context. A header that the user gave is kept.</summary>
    protected PreparedRequest Trace(PreparedRequest request, UserIteration turn) =>
        IsTraced && !request.Has(TraceParent) ? request.WithHeader(TraceParent, turn.TraceParent) : request;

    protected static ValueTask<RequestOutcome> SendAsync(
        HttpLoadClient client, PreparedRequest request, IReadOnlyList<AnswerCheck> checks, CancellationToken cancellationToken)
    {
        return checks.Count == 0 ? client.SendAsync(request, cancellationToken) : JudgeAsync();

        async ValueTask<RequestOutcome> JudgeAsync() => checks.Judge(await client.AskAsync(request, cancellationToken));
    }
}

/// <summary>The same request every time.</summary>
internal sealed record OneRequest(PreparedRequest Request) : HttpWork(Request.Method.Method, Request.Uri.AbsoluteUri, Request.Uri)
{
    public override UserAction ActionOf(HttpLoadClient client, IReadOnlyList<AnswerCheck> checks, TimeProvider time) =>
        (turn, token) => SendAsync(client, Trace(Request, turn), checks, token);
}

/// <summary>A request filled with a row of data each time.</summary>
/// <param name="Source">A description of the data, for example "3 rows of owners.csv, uniform".</param>
internal sealed record FedRequest(RequestTemplate Template, DataFeed<PreparedRequest> Requests, string Source)
    : HttpWork(Template.Method.Method, Template.Address, Template.Uri, $", {Source}")
{
    public override UserAction ActionOf(HttpLoadClient client, IReadOnlyList<AnswerCheck> checks, TimeProvider time) =>
        (turn, token) => SendAsync(client, Trace(Requests.Next(turn.Random), turn), checks, token);
}
