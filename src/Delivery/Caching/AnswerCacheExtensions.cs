using DroneDelivery.ServiceDefaults.Redis;

namespace DroneDelivery.Delivery.Caching;

internal static class AnswerCacheExtensions
{
    public static WebApplicationBuilder AddAnswerCache(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<AnswerCacheOptions, AnswerCacheOptionsValidator>()
            .BindConfiguration(AnswerCacheOptions.Section);
        builder.Services.AddSingleton<AnswerCache>();
        if (builder.Configuration[AnswerCacheOptions.ModeKey] == AnswerCacheOptions.Redis)
        {
            builder.AddRedis().Services
                .AddSingleton<RedisAnswers>()
                .AddSingleton<IAnswerStore>(provider => provider.GetRequiredService<RedisAnswers>())
                .AddHostedService(provider => provider.GetRequiredService<RedisAnswers>());
        }
        else
        {
            builder.Services.AddSingleton<IAnswerStore, MemoryAnswers>();
        }

        return builder;
    }
}
