namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>A part of a record that a run may not have measured.</summary>
public interface IMeasuredPart<TSelf>
    where TSelf : class, IMeasuredPart<TSelf>
{
    /// <summary>The part of a run that did not measure it; <c>null</c> in JSON.</summary>
    static abstract TSelf NotMeasured { get; }
}

/// <summary>Writes a part that was not measured as null, so that no figure of it looks like a measured 0.</summary>
internal sealed class MeasuredPartConverter<T> : JsonConverter<T>
    where T : class, IMeasuredPart<T>
{
    public override bool HandleNull => true;

    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonSerializer.Deserialize<T>(ref reader, options) ?? T.NotMeasured;

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(writer, value == T.NotMeasured ? null : value, options);
}
