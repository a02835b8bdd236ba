using DroneDelivery.LoadTests.Lab.Http.Journeys;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options of a load on any address, for every engine: requests, load and client.</summary>
internal sealed class PlanOptions
{
    private readonly RequestedLoadOptions _load = new(sends: true);
    private readonly WorkOptions _work = new();
    private readonly ClientOptions _client = new();
    private readonly RateCap _cap = new();

    public void AddTo(Command command)
    {
        _load.AddTo(command);
        _work.AddTo(command);
        _client.AddTo(command);
        _cap.AddTo(command);
    }

    /// <exception cref="FormatException">The options are no load; the message, one line, says what is allowed.</exception>
    public HttpPlan Read(CommandResult result)
    {
        var work = _work.Read(result, _load);
        var (shape, thresholds) = _load.Read(result);
        _cap.Check(result, work, shape);
        return new HttpPlan(work, _client.Read(result, work.Target, shape.MaxInFlight), shape)
        {
            Thresholds = thresholds,
            IdleConnections = _client.ReadIdle(result),
            LimitsConnections = _client.LimitsConnections(result),
        };
    }
}

/// <summary>The options for requests that differ: data of a file, and journeys.</summary>
internal sealed class WorkOptions
{
    private readonly Option<string?> _feed = TextOption.Create(
        "--feed", "FILE.csv", "Replaces {column} in URL, headers and body by the values of this file, one row for each request.");

    private readonly Option<string?> _pick = TextOption.Create(
        "--pick", "HOW", $"With --feed, how rows are chosen: {FeedFile.Picks}. Default: sequential.");

    private readonly Option<string?> _journey = TextOption.Create(
        "--journey", "FILE.json",
        "Journeys of several requests instead of a URL, with weights, pauses, checks, and values taken from answers.");

    private readonly Option<string?> _base = TextOption.Create(
        "--base", "URL",
        "The beginning of addresses that start with /, of the request or of a journey, for example http://127.0.0.1:5000.");

    public void AddTo(Command command) => Array.ForEach<Option>([_journey, _base, _feed, _pick], command.Options.Add);

    /// <exception cref="FormatException">The options are no request; the message, one line, says what is allowed.</exception>
    public HttpWork Read(CommandResult result, RequestedLoadOptions load)
    {
        result.RefuseIf(!result.Has(_feed), _feed.Name, _pick);
        var feed = result.GetValue(_feed) is { } path ? new FeedFile(path, result.GetValue(_pick)) : null;
        if (result.GetValue(_journey) is { } journeys)
        {
            var allowRemote = load.RefuseRequest(result, _journey.Name);
            var file = JourneyFile.Read(journeys);
            file = file with { Base = result.GetValue(_base) ?? file.Base };
            var name = JourneyFile.IsJson(journeys)
                ? string.Join(", ", file.Journeys!.Select(each => each?.Name))
                : Path.GetFileName(journeys);
            var headers = load.Request.Headers(result);
            return Journeys(new JourneyReader(file, feed?.Columns ?? [], headers, allowRemote), name, feed);
        }

        var request = load.Request.Read(result, result.GetValue(_base));
        return feed is null ? new OneRequest(request.Prepare()) : new FedRequest(request, feed.Fill(request), feed.Words);
    }

    private static JourneyWork Journeys(JourneyReader reader, string name, FeedFile? feed)
    {
        var journeys = reader.Read();
        if (!journeys.Any(journey => journey.Weight > 0))
        {
            throw new FormatException("--journey needs a journey with a weight above zero.");
        }

        return new JourneyWork(name, journeys, feed?.Rows(), feed is null ? "" : $", {feed.Words}");
    }
}
