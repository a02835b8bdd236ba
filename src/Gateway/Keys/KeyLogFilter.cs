using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Keys;

/// <summary>
/// Keeps request lines out of the logs, whatever level is configured: the server writes them, with the key in the query, before
/// the first middleware could take it out.
/// </summary>
internal sealed class KeyLogFilter(IOptions<KeyOptions> keys) : IPostConfigureOptions<LoggerFilterOptions>
{
    private static readonly (string Category, LogLevel Least)[] Levels =
    [
        // With any level on, an activity would be made for each request.
        ("Microsoft.AspNetCore.Hosting.Diagnostics", LogLevel.None),
        ("Microsoft.AspNetCore.Server.Kestrel.BadRequests", LogLevel.Warning),
    ];

    public void PostConfigure(string? name, LoggerFilterOptions options)
    {
        if (!keys.Value.AreRequired)
        {
            return;
        }

        // A rule for one provider goes before a rule for all, and of two alike the last one holds.
        string?[] providers = [.. options.Rules.Select(rule => rule.ProviderName).Append(null).Distinct()];
        foreach (var (category, least) in Levels)
        {
            foreach (var provider in providers)
            {
                options.Rules.Add(new LoggerFilterRule(provider, category, least, filter: null));
            }
        }
    }
}
