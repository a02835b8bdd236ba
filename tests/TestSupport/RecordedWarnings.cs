using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.TestSupport;

/// <summary>Keeps the warnings that a service logs, or the lines of another level.</summary>
public sealed class RecordedWarnings(LogLevel level = LogLevel.Warning) : ILoggerProvider, ILogger
{
    public ConcurrentQueue<string> Lines { get; } = new();

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => logLevel == level;

    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (IsEnabled(logLevel))
        {
            Lines.Enqueue(formatter(state, exception));
        }
    }

    public void Dispose()
    {
    }
}
