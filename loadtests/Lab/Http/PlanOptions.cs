using System.CommandLine;
using System.CommandLine.Parsing;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options of a load on any address, for every engine: requests, load and client.</summary>
internal sealed class PlanOptions
{
    private readonly RequestedLoadOptions _load = new(sends: true);
    private readonly WorkOptions _work = new();
    private readonly ClientOptions _client = new();

    public void AddTo(Command command)
    {
        _load.AddTo(command);
        _work.AddTo(command);
        _client.AddTo(command);
    }

    /// <exception cref="FormatException">The options are no load; the message, one line, says what is allowed.</exception>
    public HttpPlan Read(CommandResult result)
    {
        var work = _work.Read(result, _load);
        var (shape, thresholds) = _load.Read(result);
        return new HttpPlan(work, _client.Read(result, work.Target, shape.MaxInFlight), shape)
        {
            Thresholds = thresholds,
            IdleConnections = _client.ReadIdle(result),
        };
    }
}
