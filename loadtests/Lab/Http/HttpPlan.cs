namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The settings of one run of <c>http</c>.</summary>
internal sealed record HttpPlan(HttpWork Work, HttpLoadOptions Client, LoadShape Shape)
{
    public IReadOnlyList<AnswerCheck> Checks { get; init; } = [];

    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>Null when thresholds do not stop the run early.</summary>
    public AbortRule? Abort { get; init; }

    /// <summary>The number of connections that are held open during the load and send nothing.</summary>
    public int IdleConnections { get; init; }

    public ResultFiles Files { get; init; } = new(null, null, null, null);

    public bool Quiet { get; init; }
}

/// <summary>The requests of a run.</summary>
/// <param name="Method">For the title of the run, together with <paramref name="Url"/>.</param>
/// <param name="Target">The address to connect to.</param>
/// <param name="Words">An addition to the description of the load; empty for none.</param>
internal abstract record HttpWork(string Method, string Url, Uri Target, string Words = "")
{
    /// <param name="checks">Checks of each answer.</param>
    /// <param name="time">For pauses.</param>
    public abstract UserAction ActionOf(HttpLoadClient client, IReadOnlyList<AnswerCheck> checks, TimeProvider time);

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
        (_, token) => SendAsync(client, Request, checks, token);
}

/// <summary>A request filled with a row of data each time.</summary>
/// <param name="Source">A description of the data, for example "3 rows of owners.csv, uniform".</param>
internal sealed record FedRequest(RequestTemplate Template, DataFeed<PreparedRequest> Requests, string Source)
    : HttpWork(Template.Method.Method, Template.Address, Template.Uri, $", {Source}")
{
    public override UserAction ActionOf(HttpLoadClient client, IReadOnlyList<AnswerCheck> checks, TimeProvider time) =>
        (turn, token) => SendAsync(client, Requests.Next(turn.Random), checks, token);
}
