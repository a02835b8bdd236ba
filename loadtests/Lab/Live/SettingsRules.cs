namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Says what is wrong with settings, by the name of the setting as JSON has it.</summary>
internal static class SettingsRules
{
    /// <summary>Every problem at once; none where the settings can be applied.</summary>
    public static Dictionary<string, string[]> Check(LiveSettings settings, SettingChoices choices)
    {
        var problems = new Dictionary<string, string[]>();
        OneOf("partitionKey", settings.PartitionKey, choices.PartitionKeys);
        OneOf("fault", settings.Fault, choices.Faults.Select(fault => fault.Name));
        Between("maxConcurrency", settings.MaxConcurrency, choices.LeastMaxConcurrency, choices.MostMaxConcurrency);
        Between("latencyMeanMs", settings.LatencyMeanMs, 0, choices.MostLatencyMs);
        Between("users", settings.Users, 0, choices.MaxUsers);
        Between("throughput", settings.Throughput, choices.LeastThroughput, choices.MostThroughput);
        if (settings.Throughput % choices.ThroughputStep != 0)
        {
            problems.TryAdd("throughput", [$"{settings.Throughput} is not a multiple of {choices.ThroughputStep} RU/s."]);
        }

        return problems;

        void OneOf(string name, string value, IEnumerable<string> allowed)
        {
            if (!allowed.Contains(value))
            {
                problems[name] = [$"'{value}' is not one of {string.Join(", ", allowed)}."];
            }
        }

        void Between(string name, double value, double least, double most)
        {
            if (!(value >= least && value <= most))
            {
                problems[name] = [FormattableString.Invariant($"{value} is not between {least} and {most}.")];
            }
        }
    }
}
