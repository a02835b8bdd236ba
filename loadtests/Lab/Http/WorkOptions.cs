using System.CommandLine;
using System.CommandLine.Parsing;
using DroneDelivery.LoadTests.Lab.Http.Journeys;
using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options that make each request another one.</summary>
internal sealed class WorkOptions
{
    private readonly Option<string?> _feed = TextOption.Create(
        "--feed", "FILE.csv", "Fills {column} in URL, headers and body with the columns of this file, a row for each request.");

    private readonly Option<string?> _pick = TextOption.Create(
        "--pick", "HOW", $"With --feed, how rows are chosen: {FeedFile.Picks}. Default: sequential.");

    private readonly Option<string?> _journey = TextOption.Create(
        "--journey", "FILE.json",
        "Instead of a URL: journeys of several requests, with weights, pauses, checks, and values of answers.");

    public void AddTo(Command command)
    {
        command.Options.Add(_journey);
        command.Options.Add(_feed);
        command.Options.Add(_pick);
    }

    /// <exception cref="FormatException">There is nothing to ask; one line says what is allowed.</exception>
    public HttpWork Read(CommandResult result, AskedLoadOptions load)
    {
        if (result.Has(_pick) && !result.Has(_feed))
        {
            throw new FormatException("--pick goes with --feed.");
        }

        var feed = result.GetValue(_feed) is { } path ? new FeedFile(path, result.GetValue(_pick)) : null;
        if (result.GetValue(_journey) is { } journeys)
        {
            return Journeys(journeys, feed, load.ReadNoRequest(result, _journey.Name));
        }

        var request = load.ReadRequest(result);
        return feed is null ? new OneRequest(request.Prepare()) : new FedRequest(request, feed.Fill(request), feed.Words);
    }

    private static JourneyWork Journeys(string path, FeedFile? feed, bool allowRemote)
    {
        var journeys = new JourneyReader(JourneyFile.Read(path), feed?.Columns ?? [], allowRemote).Read();
        if (!journeys.Any(journey => journey.Weight > 0))
        {
            throw new FormatException("--journey needs a journey with a weight above zero.");
        }

        return new JourneyWork(Path.GetFileName(path), journeys, feed?.Rows(), feed is null ? "" : $", {feed.Words}");
    }
}
