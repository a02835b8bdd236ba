namespace DroneDelivery.LoadTests.Lab.Collection;

/// <summary>Reads one Resource message: who sends.</summary>
internal static class OtlpResourceReader
{
    public const string UnknownService = "unknown_service";

    private const string ServiceName = "service.name";

    public static string ReadServiceName(NestedMessages messages, OtlpAttributeReader attributeReader)
    {
        Dictionary<string, string> attributes = [];
        messages.ReadEach(OtlpTags.Resource.Attributes, () => attributeReader.ReadInto(attributes));
        return attributes.GetValueOrDefault(ServiceName, UnknownService);
    }
}
