namespace DroneDelivery.Engine.Tests.Histograms.Hdr;

/// <summary>Logs written by another implementation, hdr-histogram-js 3.0.1: 1 to 10,000, and a million twice.</summary>
internal static class Recorded
{
    public const string WithThreeDigits =
        "#[Histogram log format version 1.3]\n"
        + "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"
        + "0,10,1000000,HISTFAAAAEV4nO3HMQ2AMBQA0WvpwNikKwrRUQe1gCYkYIKFNCSI4N+b7rY+GtQLSMDCazbnOPg+S5KkaIqksFZJYdXfy/deHmJyU9k=";

    public const string WithTwoDigits =
        "0,10,1000000,HISTFAAAAD54nJNpmSzMwMC8h4GBgZGBgYGJAQJAbIZrk5cwwPlMIxuwDDDgGGAgMMBAYYCBwwCDBkbyoNJaXhYAG/5TEg==";
}
