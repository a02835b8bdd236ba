using System.CommandLine;
using System.CommandLine.Parsing;
using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options that make each request another one.</summary>
internal sealed class WorkOptions
{
    private readonly Option<string?> _feed = TextOption.Of(
        "--feed", "FILE.csv", "Fills {column} in URL, headers and body with the columns of this file, a row for each request.");

    private readonly Option<string?> _pick = TextOption.Of(
        "--pick", "HOW", $"With --feed, how rows are chosen: {FeedFile.Picks}. Default: sequential.");

    public void AddTo(Command command)
    {
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
        var request = load.ReadRequest(result);
        return feed is null ? new OneRequest(request.Prepare()) : new FedRequest(request, feed.Fill(request), feed.Words);
    }
}
