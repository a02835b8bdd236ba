using System.Diagnostics;
using System.Diagnostics.Metrics;
using Polly.Telemetry;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Records the events of the resilience pipelines with the standard <c>Polly</c> meter.</summary>
internal sealed class ResilienceMeter : TelemetryListener
{
    public const string Name = "Polly";

    private static readonly Meter Meter = new(Name);
    private static readonly Counter<int> Events = Meter.CreateCounter<int>(
        "resilience.polly.strategy.events", description: "Retries, timeouts and circuit breaks of the resilience strategies.");
    private static readonly Histogram<double> Attempts = Meter.CreateHistogram<double>(
        "resilience.polly.strategy.attempt.duration", "ms", "Duration of each attempt.");
    private static readonly Histogram<double> Executions = Meter.CreateHistogram<double>(
        "resilience.polly.pipeline.duration", "ms", "Duration of all attempts of a call and the delays between them.");

    public override void Write<TResult, TArgs>(in TelemetryEventArguments<TResult, TArgs> args)
    {
        switch (args.Arguments)
        {
            case PipelineExecutingArguments:
                break;
            case PipelineExecutedArguments execution:
                Executions.Record(execution.Duration.TotalMilliseconds, CreateTags(in args));
                break;
            case ExecutionAttemptArguments attempt:
                var tags = CreateTags(in args);
                tags.Add("attempt.number", attempt.AttemptNumber);
                tags.Add("attempt.handled", attempt.Handled);
                Attempts.Record(attempt.Duration.TotalMilliseconds, tags);
                break;
            default:
                Events.Add(1, CreateTags(in args));
                break;
        }
    }

    private static TagList CreateTags<TResult, TArgs>(in TelemetryEventArguments<TResult, TArgs> args)
    {
        var tags = new TagList
        {
            { "event.name", args.Event.EventName },
            { "event.severity", args.Event.Severity.ToString() },
            { "pipeline.name", args.Source.PipelineName },
            { "strategy.name", args.Source.StrategyName },
        };
        if (args.Outcome?.Exception is { } exception)
        {
            tags.Add("exception.type", exception.GetType().FullName);
        }

        return tags;
    }
}
