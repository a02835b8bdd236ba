using System.Diagnostics;
using System.Diagnostics.Metrics;
using Polly.Telemetry;

namespace DroneDelivery.Gateway.Backends;

/// <summary>Records the events of the resilience pipelines with the standard <c>Polly</c> meter.</summary>
internal sealed class ResilienceMeter : TelemetryListener
{
    public const string Name = "Polly";

    private readonly Counter<int> _events;
    private readonly Histogram<double> _attempts;
    private readonly Histogram<double> _executions;

    public ResilienceMeter(IMeterFactory factory)
    {
        var meter = factory.Create(Name);
        _events = meter.CreateCounter<int>(
            "resilience.polly.strategy.events",
            description: "Retries, timeouts and circuit breaks of the resilience strategies.");
        _attempts = meter.CreateHistogram<double>(
            "resilience.polly.strategy.attempt.duration", "ms", "Duration of each attempt.");
        _executions = meter.CreateHistogram<double>(
            "resilience.polly.pipeline.duration", "ms", "Duration of all attempts of a call and the delays between them.");
    }

    public override void Write<TResult, TArgs>(in TelemetryEventArguments<TResult, TArgs> args)
    {
        switch (args.Arguments)
        {
            case PipelineExecutingArguments:
                break;
            case PipelineExecutedArguments execution:
                _executions.Record(execution.Duration.TotalMilliseconds, CreateTags(in args));
                break;
            case ExecutionAttemptArguments attempt:
                var tags = CreateTags(in args);
                tags.Add("attempt.number", attempt.AttemptNumber);
                tags.Add("attempt.handled", attempt.Handled);
                _attempts.Record(attempt.Duration.TotalMilliseconds, tags);
                break;
            default:
                _events.Add(1, CreateTags(in args));
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
